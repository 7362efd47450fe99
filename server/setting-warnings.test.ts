import { expect, test } from 'vitest'
import { readSettingsWithWarnings, settingWarnings } from '#server/setting-warnings.ts'
import { readSettings } from '#server/settings.ts'

const development = readSettings({})

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['WALLET_SECRETS', 'WALLET_SECRET'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['PROT', 'PORT'],
])('%s is told to be unknown, and that %s may be meant', (written, meant) => {
  const lines = settingWarnings({ [written]: 'x', SMTP_URL: 'none' }, development)
  expect(lines).toEqual([expect.stringMatching(new RegExp(`${written}[^\\n]+Intendevi ${meant}\\?$`))])
})

test('a slip is told even if the settings are refused', () => {
  const said: string[] = []
  const environment = { DATABSE_URL: 'postgres://one', DATABASE_READ_URLS: 'postgres://two' }
  expect(() => readSettingsWithWarnings(environment, (line) => said.push(line))).toThrow('DATABASE_URL mancante')
  expect(said).toEqual([expect.stringContaining('Intendevi DATABASE_URL?')])
})

test('names of other programs are no slips', () => {
  const others = ['HOME', 'PATH', 'TERM', 'USER', 'LANG', 'PWD', 'HOSTNAME', 'MAIL', 'INVOCATION_ID', 'NOTIFY_SOCKET']
  expect(settingWarnings(Object.fromEntries(others.map((name) => [name, 'x'])), development)).toEqual([])
})

test('a public address without TLS is told in production, except on this machine', () => {
  const at = (publicUrl: string, production = true) => settingWarnings({}, { production, site: { publicUrl } })
  expect(at('http://piazza.example')).toEqual([expect.stringContaining('PUBLIC_URL')])
  expect([at('https://piazza.example'), at('http://localhost:3000'), at('http://piazza.example', false)]).toEqual([
    [],
    [],
    [],
  ])
})

test('addresses of the guide that were left are told in production', () => {
  const environment = {
    PUBLIC_URL: 'https://piazza.example.org',
    SMTP_URL: 'smtp://user:password@mail.example.org:587',
    ADMIN_EMAIL: 'anna@scambi.example',
  }
  const at = (production: boolean) =>
    settingWarnings(environment, { production, site: { publicUrl: environment.PUBLIC_URL } })
  expect(at(true)).toEqual([expect.stringContaining('example.org): PUBLIC_URL, SMTP_URL. ')])
  expect(at(false)).toEqual([])
})
