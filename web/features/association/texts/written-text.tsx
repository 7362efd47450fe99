import { Fragment } from 'react'
import { URL_IN_TEXT } from '#domain/base/urls.ts'
import { paragraphsOf } from '#domain/talk/newsletter.ts'

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/
const ADDRESS = new RegExp(`(${URL_IN_TEXT.source}|${MAIL_ADDRESS.source})`)

/** Shows web and mail addresses as links. */
const Linked = ({ text }: { text: string }) =>
  text.split(ADDRESS).map((part, index) => {
    const key = `${index} ${part.slice(0, 20)}`
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    return (
      <a key={key} href={URL_IN_TEXT.test(part) ? part : `mailto:${part}`} rel="noopener">
        {part}
      </a>
    )
  })

/** A text written by an admin: paragraphs, and headings that begin with "# ". */
export const WrittenText = ({ text }: { text: string }) => {
  const blocks = paragraphsOf(text).map((block, index) => ({ id: `${index} ${block.slice(0, 20)}`, block }))
  return blocks.map(({ id, block }) => {
    const [heading = '', ...rest] = block.startsWith('# ') ? block.slice(2).split(/\r?\n/) : ['', block]
    return (
      <section key={id}>
        {heading && <h2>{heading}</h2>}
        {rest.length > 0 && (
          <p>
            <Linked text={rest.join('\n')} />
          </p>
        )}
      </section>
    )
  })
}
