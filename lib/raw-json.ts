/** JSON text that goes to stdout as it is, so that key order and number spelling survive; it holds no line break. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
