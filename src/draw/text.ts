/**
 * Text without a font at hand: how wide a line is, and where a label can go.
 *
 * The library does not know which font will draw its text, so widths are estimates per kind of letter, a little on
 * the wide side of common sans faces.
 */

/** An axis-parallel box on the page, in pixels, y down. */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Estimated width of one line, in pixels. */
export function textWidth(text: string, size: number, bold = false): number {
  let ems = 0;
  for (const letter of text) {
    if (/[\u1100-\u{3ffff}]/u.test(letter) && !/[\u2000-\u23ff]/.test(letter)) ems += 1;
    else if (/[iljtfrI.,:;'|!()[\] ·]/.test(letter)) ems += 0.32;
    else if (/[mwMW×]/.test(letter)) ems += 0.82;
    else if (/\p{Lu}/u.test(letter)) ems += 0.64;
    else ems += 0.54;
  }
  return ems * size * (bold ? 1.06 : 1);
}

/** Shortens a line with an ellipsis until it is at most `width` wide. */
export function fitText(text: string, width: number, size: number, bold = false): string {
  if (textWidth(text, size, bold) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join("")}…`, size, bold) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Area that two boxes share. */
export function sharedArea(a: PageBox, b: PageBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Where a label may stand around the box of what it names, best first. */
export function labelSpots(around: PageBox, width: number, height: number, gap: number): PageBox[] {
  const { x, y } = around;
  const right = x + around.width;
  const bottom = y + around.height;
  const midX = x + around.width / 2 - width / 2;
  const midY = y + around.height / 2 - height / 2;
  const at = (left: number, top: number): PageBox => ({ x: left, y: top, width, height });
  return [
    at(right + gap, midY),
    at(x - gap - width, midY),
    at(midX, y - gap - height),
    at(midX, bottom + gap),
    at(right + gap, y - gap - height),
    at(right + gap, bottom + gap),
    at(x - gap - width, y - gap - height),
    at(x - gap - width, bottom + gap),
  ];
}

/** The spot of least cost; the earlier one of equals. */
export function bestSpot(spots: readonly PageBox[], cost: (spot: PageBox) => number): PageBox {
  let best = spots[0];
  let least = Infinity;
  for (const spot of spots) {
    const value = cost(spot);
    if (value < least) {
      least = value;
      best = spot;
    }
  }
  return best;
}
