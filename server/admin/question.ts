import { createInterface } from 'node:readline'

/** Returns the typed line, trimmed; empty at the end of the input. */
export const ask = async (question: string): Promise<string> => {
  process.stdout.write(question)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line.trim()
  return ''
}
