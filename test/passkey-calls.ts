import { PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import { type Authenticator, anAuthenticator, type Deviation } from '#test/authenticator.ts'
import { aPiazza } from '#test/fixtures.ts'

type Piazza = Pick<Awaited<ReturnType<typeof aPiazza>>, 'call'>
type Someone = { token: string }

export const PASSKEY_PASSWORD = 'una-password-lunga'

export const REFUSED_SIGN_IN = { status: 401, body: { message: PASSKEY_MESSAGES.unknown } }
export const REFUSED_CONFIRMATION = { status: 403, body: { message: PASSKEY_MESSAGES.notConfirmed } }

/** Each of these, and nothing else, is wrong with a new passkey or a signature. */
export const DEVIATIONS: Record<string, Deviation> = {
  'at another origin': { origin: 'http://localhost:3001' },
  'at a subdomain': { origin: 'http://finta.localhost:3000' },
  'for another site': { rpId: 'altrove.example' },
  'without PIN or fingerprint': { unverified: true },
}

const challengeOf = ({ body }: { body: unknown }): string => (body as { challenge: string }).challenge

/** Calls about passkeys. */
export const passkeyCalls = ({ call }: Piazza) => {
  const begin = ({ token }: Someone, password = PASSKEY_PASSWORD) =>
    call('POST', '/api/passkeys/options', { token, body: { password } })
  const add = ({ token }: Someone, passkey: object, name = 'Telefono') =>
    call('POST', '/api/passkeys', { token, body: { name, passkey } })
  const question = ({ token }: Someone, body: object) => call('POST', '/api/passkeys/confirmation', { token, body })
  const signInOptions = () => call('POST', '/api/passkeys/signin/options')
  return {
    begin,
    add,
    question,
    signInOptions,

    /** A passkey that the member has added. */
    async aPasskey(
      member: Someone,
      name?: string,
      device = anAuthenticator(),
    ): Promise<Authenticator & { _id: string }> {
      const { body, status } = await add(member, device.create(challengeOf(await begin(member))), name)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { ...device, _id: (body as { _id: string })._id }
    },

    list: async ({ token }: Someone) =>
      (await call('GET', '/api/passkeys', { token })).body as {
        available: boolean
        passkeys: { _id: string; name: string; createdAt: string; lastUsedAt: string | null }[]
      },

    challengeToSignIn: async () => challengeOf(await signInOptions()),
    challengeFor: async (member: Someone, body: object) => challengeOf(await question(member, body)),
    challengeToAdd: async (member: Someone) => challengeOf(await begin(member)),

    signIn: (signature: object) => call('POST', '/api/passkeys/signin', { body: signature }),

    /** A signature that confirms what the question says. */
    confirmation: async (member: Someone, device: Authenticator, body: object, deviation?: Deviation) =>
      device.sign(challengeOf(await question(member, body)), deviation),
  }
}

export const aPiazzaWithPasskeys = async (options?: Parameters<typeof aPiazza>[0]) => {
  const piazza = await aPiazza(options)
  const aMemberWithPassword = () => piazza.aMember({ password: PASSKEY_PASSWORD })
  return { ...piazza, ...passkeyCalls(piazza), aMemberWithPassword }
}
