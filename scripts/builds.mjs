import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

// Each build has a folder of its own, named by its inputs; the file `current` has the name of the newest. A running server
// keeps reading its own folder while the next version is built and chosen.
const CURRENT = 'current'
const UNFINISHED = '.unfinished'
// Older ones may still be served by a process that was not restarted yet.
const OLD_BUILDS = 2

/** The name of the newest build in a folder of builds; undefined if there is none. */
export function currentBuild(builds) {
  const file = join(builds, CURRENT)
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return name && existsSync(join(builds, name)) ? name : undefined
}

/** An empty folder to build into. */
export function startBuild(builds) {
  const folder = join(builds, UNFINISHED)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Browsers that opened a page of the previous version still ask for its assets. */
function keepAssets(previousBuilds, folder) {
  const name = currentBuild(previousBuilds)
  const assets = name && join(previousBuilds, name, 'client', 'assets')
  if (assets && existsSync(assets)) cpSync(assets, join(folder, 'previous-assets'), { recursive: true })
}

function removeOld(builds, current) {
  const others = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ name, at: statSync(join(builds, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at)
  for (const { name } of others.slice(OLD_BUILDS)) rmSync(join(builds, name), { recursive: true, force: true })
}

function choose(builds, name) {
  const file = join(builds, CURRENT)
  writeFileSync(`${file}.new`, `${name}\n`)
  renameSync(`${file}.new`, file)
}

/** Makes what was built the newest build, with the assets of the previous one, which may be of another checkout. */
export function finishBuild(builds, name, previousBuilds = builds) {
  const folder = join(builds, UNFINISHED)
  keepAssets(previousBuilds, folder)
  rmSync(join(builds, name), { recursive: true, force: true })
  renameSync(folder, join(builds, name))
  choose(builds, name)
  removeOld(builds, name)
}
