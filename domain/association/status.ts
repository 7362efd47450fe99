// Must not import zod: browsers load this file.

/** What Piazza depends on and what protects it, each checked every minute. */
export const STATUS_PARTS = ['database', 'chain', 'mail', 'inbox', 'storage', 'jobs', 'disk', 'backup'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

/** Admins get a mail once a part has been down for this long, and when it works again. */
export const ALARM_MINUTES = 10

/** Days without a backup after which it counts as missing. */
export const BACKUP_DAYS = 2

export const STATUS_LABELS: Record<StatusPart, string> = {
  database: 'Database',
  chain: 'Rete dei VAL',
  mail: 'Posta in partenza',
  inbox: 'Posta in arrivo',
  storage: 'Immagini',
  jobs: 'Lavori in sottofondo',
  disk: 'Spazio su disco',
  backup: 'Copia di sicurezza',
}
