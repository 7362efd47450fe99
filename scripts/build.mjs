import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectEnvironment, root } from './environment.mjs'
import { withLock } from './lock.mjs'
import { step } from './progress.mjs'
import { runCaptured } from './run.mjs'

const INPUTS = [
  'web',
  'domain',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
]
const IS_TEST = /\.test\.tsx?$/
// The build empties its folder first, so the stamp never outlives the files it describes.
const stamp = join(root, 'build', '.inputs')

function filesOf(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !IS_TEST.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesOf)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

async function buildPages() {
  const inputs = fingerprint()
  const result = await runCaptured('react-router', ['build'], {
    env: { ...projectEnvironment(), NODE_ENV: 'production' },
  })
  if (result.code === 0) writeFileSync(stamp, inputs)
  return result
}

/** Builds when an input changed; returns the exit code and the output of the build. */
export const buildIfChanged = () =>
  withLock(async () => (isBuilt() ? { code: 0, output: '', stdout: '' } : await buildPages()))

export async function build() {
  if (isBuilt()) return
  await withLock(async () => {
    if (!isBuilt()) await step('Preparo le pagine', buildPages)
  })
}
