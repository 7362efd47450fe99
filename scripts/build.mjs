import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { currentBuild, finishBuild, startBuild } from './builds.mjs'
import { withLock } from './checkout-lock.mjs'
import { projectEnvironment, root } from './environment.mjs'
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
const builds = join(root, 'build')

function filesOf(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !IS_TEST.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

/** The name of a build of the files as they are now. */
function buildName() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesOf)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

const isBuilt = () => currentBuild(builds) === buildName()

async function buildPages(previous) {
  const name = buildName()
  const result = await runCaptured('react-router', ['build'], {
    env: { ...projectEnvironment(), NODE_ENV: 'production', BUILD_FOLDER: startBuild(builds) },
  })
  if (result.code === 0) finishBuild(builds, name, previous && join(previous, 'build'))
  return result
}

/** Builds when an input changed; returns the exit code and the output of the build. */
export const buildIfChanged = () =>
  withLock(async () => (isBuilt() ? { code: 0, output: '', stdout: '' } : await buildPages()))

/** `previous`: the checkout of the version that runs now, if it is another one. */
export async function build(previous) {
  if (isBuilt()) return
  await withLock(async () => {
    if (!isBuilt()) await step('Preparo le pagine', () => buildPages(previous))
  })
}
