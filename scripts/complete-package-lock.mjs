// Adds to package-lock.json the optional packages for other platforms that npm left out because the registry in use does
// not have them: without their entries `npm ci` refuses the file. Run it after every `npm install` that changes the lock.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const OS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const CPU = {
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}

/** The platform of a package, derived from its name: `@scope/tool-linux-arm64-musl`. */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => OS.includes(word))
  const cpu = words.map((word) => CPU[word]).find(Boolean)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && 'glibc'
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

/** Optional dependencies that the lock file names and has no entry for. */
export const missingFrom = ({ packages }) =>
  Object.values(packages).flatMap((owner) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(([name]) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
      .map(([name, version]) => ({ name, version, dev: owner.dev })),
  )

const EXACT = /^\d+\.\d+\.\d+[\w.+-]*$/

function entryFor({ name, version, dev }) {
  // An entry names one version, which cannot be derived from a range.
  if (!EXACT.test(version)) throw new Error(`${name}: ${version} is not an exact version: add its entry by hand`)
  return [`node_modules/${name}`, { version, ...platformOf(name), ...(dev && { dev }), optional: true }]
}

export function completed(lock) {
  const added = missingFrom(lock).map(entryFor)
  const [own, ...others] = Object.entries(lock.packages)
  const sorted = [...others, ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries([own, ...sorted]) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  writeFileSync('package-lock.json', `${JSON.stringify(completed(lock), null, 2)}\n`)
}
