/** Storage of picture files. The server chooses their names, and their content never changes. */
export type Storage = {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer>
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>
  urlOf(name: string): string
}
