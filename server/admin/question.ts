import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

const linesOf = (isHidden: boolean) => {
  const { stdin: input } = process
  if (!isHidden || !input.isTTY) return createInterface({ input })
  // As a terminal readline echoes what is typed itself, here to nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  return createInterface({ input, output, terminal: true })
}

/** Returns the typed line, trimmed; empty at the end of the input. What is hidden does not show while it is typed. */
export const ask = async (question: string, { isHidden = false } = {}): Promise<string> => {
  const lines = linesOf(isHidden)
  process.stdout.write(question)
  for await (const line of lines) {
    if (lines.terminal) process.stdout.write('\n')
    return line.trim()
  }
  return ''
}
