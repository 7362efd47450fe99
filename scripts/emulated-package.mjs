import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { npmEnvironment } from './environment.mjs'
import { runCaptured } from './run.mjs'

const LOADER = 'ld-linux-x86-64.so.2'

// The emulator's copy has the name of the tool, because that is the name of the process. The loader is given the libraries
// as an argument: an environment variable would be inherited by the programs that the tool starts.
const wrapper = (tool) => `#!/bin/sh
package="\${0%/*}/.."
exec "$package/qemu/${tool}" "$package/lib/${LOADER}" --library-path "$package/lib" "$package/x64/${tool}" "$@"
`

const lastLine = (text) => text.trim().split('\n').at(-1)

async function run(command, args) {
  const { code, output } = await runCaptured(command, args)
  if (code !== 0) throw new Error(`${basename(command)}: ${lastLine(output)}`)
}

function checkIntegrity(file, integrity) {
  const [algorithm, expected] = integrity.split(/-(.*)/s)
  if (createHash(algorithm).update(readFileSync(file)).digest('base64') !== expected)
    throw new Error(`${basename(file)} non è quello di package-lock.json`)
}

/** Downloads a package from the configured registry; returns its file. */
async function download(name, { version, integrity }, folder) {
  const fewRetries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']
  const args = ['pack', '--loglevel=error', ...fewRetries, '--pack-destination', folder, `${name}@${version}`]
  const { code, output, stdout } = await runCaptured('npm', args, { env: npmEnvironment() })
  if (code !== 0) {
    const reason = /error code (\S+)/.exec(output)?.[1] ?? lastLine(output)
    throw new Error(`npm non scarica ${name}@${version} (${reason})`)
  }
  const file = join(folder, lastLine(stdout))
  if (integrity) checkIntegrity(file, integrity)
  return file
}

/**
 * Writes to `folder` the npm package of a tool for this processor: the x64 build with the emulator and the libraries to run
 * it, so that it also works where those are not installed. Throws if the result does not run.
 */
export async function makeEmulatedPackage({ tool, build, folder, emulator, libraries }) {
  mkdirSync(dirname(folder), { recursive: true })
  const unfinished = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`))
  const at = (...path) => join(unfinished, ...path)
  try {
    chmodSync(unfinished, 0o755)
    for (const part of ['bin', 'qemu', 'x64']) mkdirSync(at(part))
    const archive = await download(`@foundry-rs/${tool}-linux-amd64`, build, unfinished)
    const into = ['-C', at('x64'), '--no-same-owner', '--strip-components=2']
    await run('tar', ['-xzf', archive, ...into, `package/bin/${tool}`])
    rmSync(archive)
    copyFileSync(emulator, at('qemu', tool))
    cpSync(libraries, at('lib'), { recursive: true, dereference: true })
    writeFileSync(at('bin', tool), wrapper(tool), { mode: 0o755 })
    const about = { name: `@foundry-rs/${basename(folder)}`, version: build.version }
    writeFileSync(at('package.json'), `${JSON.stringify(about, null, 2)}\n`)
    await run(at('bin', tool), ['--version'])
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
