import type { Member } from '#domain/accounts/access.ts'
import type { BlockView } from '#domain/accounts/blocks.schema.ts'
import { BLOCK_MESSAGES, MAX_BLOCKS } from '#domain/accounts/blocks.ts'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError } from '#domain/base/errors.ts'
import type { BlocksStore } from '#server/accounts/blocks/store.ts'
import type { AccountHooks } from '#server/accounts/hooks.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type Parts = {
  store: BlocksStore
  members: MembersService
  hooks: AccountHooks
  now: () => Date
}

export const makeBlocking = ({ store, members, hooks, now }: Parts) => {
  const list = async ({ id: blockerId }: Pick<Member, 'id'>): Promise<BlockView[]> =>
    (await store.blockedBy(blockerId)).map(({ id, username, name, at }) => ({
      _id: id,
      username,
      name,
      at: at.toISOString(),
    }))
  return {
    list,

    async block(viewer: Member, id: string): Promise<void> {
      if (id === viewer.id) throw new AppError('invalid', BLOCK_MESSAGES.self)
      if ((await list(viewer)).length >= MAX_BLOCKS) throw new AppError('conflict', BLOCK_MESSAGES.tooMany)
      await store.transaction(async (tx) => {
        const contacts = await members.contacts(tx, [viewer.id, id, ...(await hooks.rings.mates(tx, viewer.id, id))])
        if (!contacts.has(id)) throw new AppError('notFound', ACCOUNT_MESSAGES.memberNotFound)
        await store.add(tx, viewer.id, id, now())
        await hooks.rings.endBetween(tx, viewer.id, id)
        await hooks.endValRequestsBetween(tx, viewer.id, id)
      })
    },

    personalData: {
      tables: ['member_block'],
      export: async (person) => ({ blocks: await list(person) }),
      erase: (tx, { id }) => store.removeOf(tx, id),
    } satisfies PersonalData,

    unblock: (viewer: Member, id: string): Promise<void> => store.remove(viewer.id, id),
  }
}
