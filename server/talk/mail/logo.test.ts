import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { sendPicture } from '#test/pictures.ts'

const PART = /Content-Type: image\/png; name=logo\.png\r?\n([\s\S]*?)\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/

test('the logo of the settings goes with every mail, small and inside it', async () => {
  const server = await aMailServer()
  const piazza = await aPiazza({ env: { SMTP_URL: server.url, MAIL_FROM: 'Piazza <p@esempio.test>' } })
  const register = async (username: string) => {
    const body = { username, email: `${username.toLowerCase()}@esempio.test`, password: 'una-password-lunga' }
    await piazza.call('POST', '/api/users/register', { body })
    return vi.waitFor(() => {
      const mail = server.arrived.find(({ to }) => to === body.email)
      if (!mail) throw new Error('not arrived yet')
      return mail.raw
    }, 50_000)
  }
  const before = await register('LOGO_PRIMA')
  expect(before).not.toMatch(/image\/png|cid:/)

  const { token } = await piazza.aMember({ isAdmin: true })
  // Noise is the picture that compresses worst.
  const raw = { width: 1600, height: 1000, channels: 3 } as const
  const picture = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .jpeg()
    .toBuffer()
  const logo = (await sendPicture(piazza.origin, token, picture)).text.replaceAll('"', '')
  const settings = (await piazza.call('GET', '/api/settings', { token })).body as AssociationSettings
  expect((await piazza.call('PUT', '/api/settings', { token, body: { ...settings, logo } })).status).toBe(200)
  const after = await register('LOGO_DOPO')
  expect(after).toContain('cid:logo')
  expect(after).not.toContain(logo)
  const [, headers = '', content = ''] = PART.exec(after) ?? []
  expect(headers).toMatch(/Content-Id: <logo>/i)
  expect(headers).toMatch(/Content-Disposition: inline/i)
  const bytes = Buffer.from(content, 'base64')
  expect(bytes.length).toBeLessThan(16 * 1024)
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, isSmall: width <= 320 && height <= 64 }).toEqual({ format: 'png', isSmall: true })
})
