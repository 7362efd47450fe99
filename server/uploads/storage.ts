/** Where pictures are kept: a name never comes from a visitor, and what is stored never changes. */
export type Storage = {
  put(name: string, bytes: Buffer): Promise<void>
  /** What is not there is as good as removed. */
  remove(name: string): Promise<void>
  urlOf(name: string): string
}
