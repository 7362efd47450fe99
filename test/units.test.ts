import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import serverProcess from '../scripts/server-process.json' with { type: 'json' }

const linesOf = (unit: string) =>
  readFileSync(new URL(`../deploy/${unit}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))

test('the unit for several Piazzas on a machine differs from that for one only in names and places', () => {
  const [one, several] = [linesOf('piazza.service'), linesOf('piazza@.service')]
  const different = several.filter((line) => !one.includes(line))
  expect(different.every((line) => line.includes('%i'))).toBe(true)
  const common = (lines: string[]) => lines.filter((line) => one.includes(line) && several.includes(line))
  expect(common(several)).toEqual(common(one))
  expect(one.length).toBe(several.length)
})

test('the image starts the server with the flags and the memory settings of npm start', () => {
  const lines = linesOf('Dockerfile').join('\n')
  const command = JSON.parse(/^CMD (.+)$/m.exec(lines)?.[1] ?? '[]')
  expect(command).toEqual(['node', ...serverProcess.flags, 'server/main.ts'])
  // The code cannot be written there, so there is no compile cache.
  const { NODE_COMPILE_CACHE: _, ...environment } = serverProcess.environment
  for (const [name, value] of Object.entries(environment)) expect(lines).toContain(`${name}=${value}`)
})
