import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A passkey in software: makes credentials and real signatures as a device and its browser would.

const head = (major: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

export type Cbor = number | string | Buffer | Cbor[] | Map<number | string, Cbor>

/** Encodes in CBOR. */
export const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** What a device or browser does differently from an honest one at the right site. */
export type Deviation = Partial<{
  origin: string
  rpId: string
  type: string
  /** Without a PIN or a fingerprint. */
  unverified: boolean
  counter: number
  userHandle: string
  credentialId: string
  attestation: { format: string; statement: Map<string, Cbor> }
}>

export const anAuthenticator = (origin = 'http://localhost:3000') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string, from: string): string =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false })).toString('base64url')

  const authenticatorData = (deviation: Deviation, credentialData = Buffer.alloc(0)): Buffer => {
    const flags =
      USER_PRESENT | (deviation.unverified ? 0 : USER_VERIFIED) | (credentialData.length > 0 ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(deviation.counter ?? counter)
    return Buffer.concat([
      sha256(deviation.rpId ?? new URL(origin).hostname),
      Buffer.from([flags]),
      count,
      credentialData,
    ])
  }

  return {
    id,

    /** The answer to `navigator.credentials.create`. */
    create(challenge: string, deviation: Deviation = {}) {
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, credential.length])
      const authData = authenticatorData(deviation, Buffer.concat([Buffer.alloc(16), length, credential, cbor(key)]))
      const { format, statement } = deviation.attestation ?? { format: 'none', statement: new Map() }
      const attestation = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ])
      const attestationObject = cbor(attestation).toString('base64url')
      const clientDataJSON = clientData(deviation.type ?? 'webauthn.create', challenge, deviation.origin ?? origin)
      const response = { clientDataJSON, attestationObject, transports: ['internal'] }
      return { id, rawId: id, type: 'public-key', response }
    },

    /** The answer to `navigator.credentials.get`. */
    sign(challenge: string, deviation: Deviation = {}) {
      counter = deviation.counter ?? counter + 1
      const authData = authenticatorData({ ...deviation, counter })
      const clientDataJSON = clientData(deviation.type ?? 'webauthn.get', challenge, deviation.origin ?? origin)
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const shownId = deviation.credentialId ?? id
      return {
        id: shownId,
        rawId: shownId,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(deviation.userHandle ? { userHandle: deviation.userHandle } : {}),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof anAuthenticator>
