import { expect, onTestFinished, test } from 'vitest'
import { runCaptured } from './run.mjs'

const node = (script, options) => runCaptured('node', ['-e', script], options)

test('the exit code and the whole output are returned', async () => {
  const result = await node('process.stderr.write("err"); process.stdout.write("out"); process.exitCode = 3')
  expect(result).toMatchObject({ code: 3, stdout: 'out' })
  expect(result.output).toContain('err')
})

test('a command that does not exist fails with its name', async () => {
  expect(await runCaptured('non-esiste', [])).toMatchObject({
    code: 127,
    output: expect.stringContaining('non-esiste'),
  })
})

test('a command over its time limit is killed', async () => {
  expect(await node('setInterval(() => {}, 1000)', { limit: 200 })).toMatchObject({
    code: 137,
    output: expect.stringContaining('SIGKILL'),
  })
})

test('a surviving grandchild does not delay the result', async () => {
  const script = `
    const args = ['-e', 'setTimeout(() => {}, 60_000)']
    const grandchild = require('child_process').spawn(process.execPath, args, { stdio: 'inherit' })
    process.stdout.write(String(grandchild.pid))
    grandchild.unref()`
  const began = performance.now()
  const { code, stdout } = await node(script)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+$/) })
  onTestFinished(() => process.kill(Number(stdout)))
  expect(performance.now() - began).toBeLessThan(30_000)
})
