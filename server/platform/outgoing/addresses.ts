import ipaddr from 'ipaddr.js'

/** Whether an address is on the public internet: not of this machine, a local network or a translation to one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
