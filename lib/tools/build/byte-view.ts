/** Numbers in these bytes, by offset. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The text that begins at `offset` and ends before a zero byte. */
export function textAt(bytes: Uint8Array, offset: number): string {
  return new TextDecoder().decode(bytes.subarray(offset, bytes.indexOf(0, offset)));
}
