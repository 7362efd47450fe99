import { backup } from '#server/admin/backup.ts'
import type { Command } from '#server/admin/command.ts'
import { doctor } from '#server/admin/doctor.ts'
import { evaporate } from '#server/admin/evaporate.ts'
import { holders } from '#server/admin/holders.ts'
import { makeAdmin } from '#server/admin/make-admin.ts'
import { mint } from '#server/admin/mint.ts'
import { moveChain } from '#server/admin/move-chain.ts'
import { moveDatabase } from '#server/admin/move-database.ts'
import { removeDemo } from '#server/admin/remove-demo.ts'
import { reseal } from '#server/admin/reseal.ts'
import { resetPassword } from '#server/admin/reset-password.ts'
import { restore } from '#server/admin/restore.ts'
import { send } from '#server/admin/send.ts'
import { testMail } from '#server/admin/test-mail.ts'
import { testMailIn } from '#server/admin/test-mail-in.ts'

export const COMMANDS: Command[] = [
  makeAdmin,
  resetPassword,
  mint,
  send,
  evaporate,
  holders,
  testMail,
  doctor,
  testMailIn,
  backup,
  restore,
  moveDatabase,
  moveChain,
  reseal,
  removeDemo,
]
