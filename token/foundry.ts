import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64'

/** A Foundry program that is not installed: another try does not help. */
export class ProgramMissing extends Error {}

/** A Foundry program: from its npm package (or the emulated one of scripts/foundry.mjs in its place), else from the PATH. */
export const findFoundry = (tool: 'anvil' | 'forge'): string => {
  const name = `@foundry-rs/${tool}-linux-${ARCHITECTURE}`
  const file = fromPackage(tool, name) ?? fromPath(tool)
  if (file) return file
  const advice =
    ARCHITECTURE === 'arm64' ? '«npm run build» dice che cosa serve' : `installa ${name} o mettilo nel PATH`
  throw new ProgramMissing(`Manca ${tool} per questo sistema: ${advice}.`)
}

// The platform's package is a dependency of the tool's package, so it is looked up from there.
const fromPackage = (tool: string, name: string) => {
  try {
    const fromTool = createRequire(require.resolve(`@foundry-rs/${tool}/package.json`))
    return join(dirname(fromTool.resolve(`${name}/package.json`)), 'bin', tool)
  } catch {
    return undefined
  }
}

const fromPath = (tool: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, tool))
    .find((file) => existsSync(file))
