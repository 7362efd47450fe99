import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }

test('the first entry of the changelog is the version of the package', () => {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  expect(/^## (\d+\.\d+\.\d+)$/m.exec(changelog)?.[1]).toBe(packageFile.version)
})
