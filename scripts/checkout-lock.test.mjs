import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withLock } from './checkout-lock.mjs'

test('pieces of work started together run one after the other', async () => {
  const seen = []
  const piece = (name) =>
    withLock(async () => {
      seen.push(`${name} begins`)
      await new Promise(setImmediate)
      seen.push(`${name} ends`)
    })
  await Promise.all([piece('one'), piece('two')])
  expect(seen[1]).toBe(seen[0]?.replace('begins', 'ends'))
  expect(seen[3]).toBe(seen[2]?.replace('begins', 'ends'))
})

test('the lock of a killed process is released', async () => {
  const script = `
    import { withLock } from ${JSON.stringify(fileURLToPath(new URL('checkout-lock.mjs', import.meta.url)))}
    await withLock(() => { process.stdout.write('held'); return new Promise((done) => setTimeout(done, 60_000)) })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(holder.stdout, 'data')
  const waiting = withLock(async () => 'taken')
  holder.kill('SIGKILL')
  expect(await waiting).toBe('taken')
})
