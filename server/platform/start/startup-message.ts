import { DEMO_PASSWORD, demoMembers } from '#demo/data.ts'

type Options = { url: string; hasDemo: boolean; hasMailbox: boolean }

/** Printed once the server listens, outside production. */
export const startupMessage = ({ url, hasDemo, hasMailbox }: Options): string => {
  const lines = ['', `Piazza è aperta: ${url}`, `Le chiamate dell’API: ${url}/api/docs`]
  if (hasMailbox) lines.push(`I messaggi che manderebbe: ${url}/posta`)
  if (hasDemo) {
    const accounts = [
      ['amministrazione', demoMembers.find((member) => member.isAdmin)],
      ['offerente', demoMembers.find((member) => member.verified && !member.isAdmin)],
    ] as const
    lines.push('', `Account di prova, tutti con password ${DEMO_PASSWORD}:`)
    for (const [role, member] of accounts) lines.push(`  ${member?.email} (${role})`)
  }
  return `${lines.join('\n')}\n\nPer chiuderla: Ctrl+C\n`
}
