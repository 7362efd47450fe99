import { decodeAttestationObject } from '@simplewebauthn/server/helpers'

/**
 * Whether a new passkey comes without certificates, as was asked for. Certificates are refused before they are verified,
 * because the verification would fetch the revocation list from an address that they name.
 */
export const isWithoutCertificates = (attestationObject: string): boolean => {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  if (format === 'none') return true
  return format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
}
