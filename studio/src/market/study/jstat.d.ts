/** What the tests use of jstat, which has no types of its own. */
declare module "jstat" {
  const jStat: {
    readonly centralF: { cdf(x: number, df1: number, df2: number): number };
    anovafscore(...groups: readonly (readonly number[])[]): number;
    anovaftest(...groups: readonly (readonly number[])[]): number;
  };
  export default jStat;
}
