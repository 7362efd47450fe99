import ipaddr from 'ipaddr.js'

// The part of IPv6 that is given to networks. Addresses outside of it, such as ::7f00:1 and ::ffff:127.0.0.1, can lead elsewhere.
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3')

/** Whether an address is on the public internet: not of this machine, a local network or a translation to one. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GIVEN_OUT))
}
