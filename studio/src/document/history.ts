/** Undo and redo by keeping every state: scenes share what an edit does not touch, so a state costs little. */

interface State<T> {
  readonly value: T;
  /** What was done to get here, for the menu. */
  readonly label: string;
}

/** States that are kept; older ones are forgotten. */
const MOST = 500;

/** What was, in order, and where in it we are. */
export class History<T> {
  private states: State<T>[];
  private at = 0;
  /** The key of the gesture that made the present state; edits with the same key replace it. */
  private gesture: string | null = null;

  constructor(first: T) {
    this.states = [{ value: first, label: "" }];
  }

  get present(): T {
    return this.states[this.at].value;
  }

  /** What undo would take back; null where there is nothing. */
  get undoes(): string | null {
    return this.at > 0 ? this.states[this.at].label : null;
  }

  get redoes(): string | null {
    return this.at + 1 < this.states.length ? this.states[this.at + 1].label : null;
  }

  /**
   * Takes a new state.
   *
   * @param gesture edits of one gesture, such as the steps of a drag, are one entry
   */
  push(value: T, label: string, gesture: string | null = null): void {
    if (Object.is(value, this.present)) return;
    const replaces = gesture !== null && gesture === this.gesture;
    const kept = this.states.slice(0, replaces ? this.at : this.at + 1);
    this.states = [...kept, { value, label }].slice(-MOST);
    this.at = this.states.length - 1;
    this.gesture = gesture;
  }

  /** The next edit is an entry of its own, whatever its gesture. */
  settle(): void {
    this.gesture = null;
  }

  undo(): T {
    this.gesture = null;
    if (this.at > 0) this.at--;
    return this.present;
  }

  redo(): T {
    this.gesture = null;
    if (this.at + 1 < this.states.length) this.at++;
    return this.present;
  }
}
