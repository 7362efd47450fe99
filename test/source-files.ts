import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The source files, for the tests of the rules of docs/architecture.md.

export const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['demo', 'domain', 'server', 'web', 'token', 'test', 'e2e', 'bench']
export const files = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
  (file) => !file.includes('node_modules'),
)

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

export const isTest = (file: string): boolean =>
  /\.(test|spec|fixture)\.tsx?$/.test(file) || /^(test|e2e|bench)\//.test(file)

export const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`)

/** Of a file server/<area>/<subject>/…/<name>.ts; files of a whole area, and of none, have no subject. */
export const server = (file: string) => {
  const [, area, subject, name] = /^server\/(?:([^/]+)\/)?(?:([^/]+)\/)?(?:.+\/)?([^/]+)\.tsx?$/.exec(file) ?? []
  return { area, subject, name }
}
