import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { alone } from './alone.mjs'

test('work asked for at the same time is done one piece after the other', async () => {
  const seen = []
  const piece = (name) =>
    alone(async () => {
      seen.push(`${name} begins`)
      await new Promise(setImmediate)
      seen.push(`${name} ends`)
    })
  await Promise.all([piece('one'), piece('two')])
  expect(seen[1]).toBe(seen[0]?.replace('begins', 'ends'))
  expect(seen[3]).toBe(seen[2]?.replace('begins', 'ends'))
})

test('a command that was killed leaves no lock behind', async () => {
  const script = `
    import { alone } from ${JSON.stringify(fileURLToPath(new URL('alone.mjs', import.meta.url)))}
    await alone(() => { process.stdout.write('held'); return new Promise((done) => setTimeout(done, 60_000)) })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(holder.stdout, 'data')
  const waiting = alone(async () => 'taken')
  holder.kill('SIGKILL')
  expect(await waiting).toBe('taken')
})
