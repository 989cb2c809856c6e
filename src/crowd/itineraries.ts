/** Which guides people follow one after another: lists by number, so that an agent's is one number. */
import { type Guide, hasTracks } from "../guide.js";

export class Itineraries {
  /** Whether any guide has tracks. */
  tracked = false;
  private readonly lists: (readonly Guide[])[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly guides = new Map<Guide, number>();

  /** How many lists there are. */
  get size(): number {
    return this.lists.length;
  }

  /** The guides of a number. */
  at(itinerary: number): readonly Guide[] {
    return this.lists[itinerary];
  }

  /** The number of a list of guides; equal lists share one. */
  numberOf(guides: readonly Guide[]): number {
    const key = guides
      .map((guide) => {
        if (!this.guides.has(guide)) this.guides.set(guide, this.guides.size);
        return this.guides.get(guide);
      })
      .join(" ");
    let itinerary = this.numbers.get(key);
    if (itinerary === undefined) {
      itinerary = this.lists.length;
      if (guides.some(hasTracks)) this.tracked = true;
      this.lists.push([...guides]);
      this.numbers.set(key, itinerary);
    }
    return itinerary;
  }

  /** Puts a guide in the place of another in all lists; false where nobody knows that one. */
  replace(before: Guide, after: Guide): boolean {
    const number = this.guides.get(before);
    if (number === undefined) return false;
    this.guides.delete(before);
    this.guides.set(after, number);
    if (hasTracks(after)) this.tracked = true;
    this.lists.forEach((list, i) => {
      this.lists[i] = list.map((guide) => (guide === before ? after : guide));
    });
    return true;
  }
}
