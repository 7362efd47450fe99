import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** What a terminal shows while `answer` is typed at a question of a program. */
const shown = async (options: object, answer: string): Promise<string> => {
  const code = `import { ask } from '#server/admin/question.ts'
    const { length } = await ask('Frase: ', ${JSON.stringify(options)})
    process.stdout.write(String(length), () => process.exit())`
  const program = `'${process.execPath}' --input-type=module --eval "$CODE"`
  const terminal = spawn('script', ['-qec', program, '/dev/null'], {
    env: { ...process.env, CODE: code },
    stdio: 'pipe',
  })
  terminal.stdout.once('data', () => terminal.stdin.write(`${answer}\r`))
  return text(terminal.stdout)
}

// Elsewhere script has other options.
test.runIf(process.platform === 'linux')(
  'a secret does not show in the terminal while it is typed; another answer does',
  async () => {
    expect(await shown({ isHidden: true }, 'segreta')).toBe('Frase: \r\n7')
    expect(await shown({}, 'EVAPORA')).toContain('EVAPORA')
  },
)
