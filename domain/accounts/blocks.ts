export const BLOCK_MESSAGES = {
  blocked: 'Non vi potete più contattare né pagare. L’altra persona non viene avvisata.',
  unblocked: 'Vi potete contattare di nuovo.',
  self: 'Non puoi bloccare il tuo stesso account.',
  tooMany: 'Hai bloccato molte persone: prima togline qualcuna.',
} as const

export const MAX_BLOCKS = 500
