/** Text of an admin: paragraphs, and headings that begin with "# ". */
export const WrittenText = ({ text }: { text: string }) => {
  const blocks = text.split(/\n{2,}/).map((block, index) => ({ id: `${index} ${block.slice(0, 20)}`, block }))
  return blocks.map(({ id, block }) => {
    if (!block.startsWith('# ')) return <p key={id}>{block}</p>
    const [heading = '', ...rest] = block.slice(2).split('\n')
    return (
      <section key={id}>
        <h2>{heading}</h2>
        {rest.length > 0 && <p>{rest.join('\n')}</p>}
      </section>
    )
  })
}
