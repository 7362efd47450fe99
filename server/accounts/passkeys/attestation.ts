import { decodeAttestationObject } from '@simplewebauthn/server/helpers'

/**
 * Whether a new passkey has no attestation certificates, as requested. Certificates are refused before verification,
 * which would fetch a revocation list from a URL in them.
 */
export const isWithoutCertificates = (attestationObject: string): boolean => {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  if (format === 'none') return true
  return format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
}
