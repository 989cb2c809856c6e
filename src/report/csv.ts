/** A text as one cell of a table with commas. */
export const csvCell = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
