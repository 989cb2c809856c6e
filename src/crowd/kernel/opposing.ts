/** Whether people meet face to face. */
import type { SortedColumns } from "./memory.js";

/** Headings are opposing where the cosine of the angle between them is less than minus this: within about 45 degrees. */
const FACING = 0.7;

/** Whether two wish to walk against each other. */
export function areOpposing({ wishX, wishY }: SortedColumns, i: number, j: number): boolean {
  const along = wishX[i] * wishX[j] + wishY[i] * wishY[j];
  if (along >= 0) return false;
  const lengths2 = (wishX[i] * wishX[i] + wishY[i] * wishY[i]) * (wishX[j] * wishX[j] + wishY[j] * wishY[j]);
  return along * along > FACING * FACING * lengths2;
}
