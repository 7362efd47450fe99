import { MAX_REFERER } from '#domain/accounts/members.ts'
import { TagsField } from '#web/ui/form/tags-field.tsx'

type Props = { groups: readonly string[]; onChange: (groups: string[]) => void; max: number }

const parse = (text: string): string[] =>
  text
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean)

/** The groups a member names as references. */
export const GroupsField = ({ groups, onChange, max }: Props) => (
  <TagsField
    label="Gruppi di riferimento"
    name="referer"
    hint={
      groups.length >= max
        ? `Ne hai ${groups.length} su ${max}: per aggiungerne un altro togline uno.`
        : `Al massimo ${max}: scrivi e premi Invio.`
    }
    parse={parse}
    tags={groups}
    onChange={onChange}
    maxTags={max}
    maxLength={MAX_REFERER}
  />
)
