// Replies as usual mail programs write them, to a mail of Piazza, with what the person wrote. All people and addresses are invented.

export const REPLY_TO = 'risposte+0123456789abcdef0123456789abcdef@piazza.example'
const QUOTED = `Ciao Anna,\n\nBruno ti scrive a proposito di «Bici da città»:\n\nÈ ancora libera?\n\nRispondi:\nhttps://piazza.example/messaggi/1`
const MARKED = QUOTED.replace(/^/gm, '> ')
const FROM = 'piazza@piazza.example'
const SENDER = `Piazza <${FROM}>`

type Part = {
  type?: string
  encoding?: 'base64' | 'quoted-printable' | '8bit'
  charset?: BufferEncoding
  header?: string
}

const quotedPrintable = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) =>
      byte === 10 || (byte >= 32 && byte < 127 && byte !== 61)
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
    .replace(/.{70}(?=.{6})/g, '$&=\n')
    // An escape must not be divided.
    .replace(/(=[0-9A-F]?)=\n([0-9A-F]{1,2})/g, '=\n$1$2')

export const part = (
  text: string,
  { type = 'text/plain', encoding = '8bit', charset = 'utf8', header = '' }: Part = {},
): string => {
  const bytes = Buffer.from(text, charset)
  const body =
    encoding === 'base64'
      ? bytes.toString('base64').replace(/.{76}/g, '$&\n')
      : encoding === 'quoted-printable'
        ? quotedPrintable(bytes)
        : text
  const name = charset === 'latin1' ? 'iso-8859-1' : 'utf-8'
  return `Content-Type: ${type}; charset=${name}\n${header}Content-Transfer-Encoding: ${encoding}\n\n${body}\n`
}
export const file = (type: string, name: string, disposition = 'attachment'): string =>
  `Content-Type: ${type}; name="${name}"\nContent-Disposition: ${disposition}; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${'AAAA'.repeat(100)}\n`
export const many = (kind: 'mixed' | 'alternative' | 'related', ...parts: string[]): string => {
  const boundary = `b_${kind}_${parts.length}`
  return `Content-Type: multipart/${kind};\n boundary="${boundary}"\n\n${parts.map((each) => `--${boundary}\n${each}`).join('')}--${boundary}--\n`
}

/** A whole mail; `content` begins with its Content-Type. */
export const aReply = (
  content: string,
  { from = 'anna@posta.example', to = REPLY_TO, id = 'r1@posta.example', header = '' } = {},
): Buffer =>
  Buffer.from(
    `From: Anna Verdi <${from}>\nTo: Piazza <${to}>\nSubject: Re: Bruno ti ha scritto\nMessage-ID: <${id}>\n${header}MIME-Version: 1.0\n${content}`.replace(
      /\r?\n/g,
      '\r\n',
    ),
    /iso-8859-1/.test(content) ? 'latin1' : 'utf8',
  )

const html = (body: string): string =>
  part(`<html><head><style>p{margin:0}</style></head><body>${body}</body></html>`, { type: 'text/html' })
const HTML_QUOTE = QUOTED.replaceAll('\n', '<br>')

export const SHAPES: { name: string; content: string; words: string }[] = [
  {
    name: 'Gmail in a browser, two parts, the attribution on two lines',
    content: many(
      'alternative',
      part(
        `Sì, vieni domani alle 18.\nCiao!\n\nIl giorno lun 16 nov 2026 alle ore 10:12 Piazza <\n${FROM}> ha scritto:\n\n${MARKED}\n`,
      ),
      html(
        `<div dir="ltr">Sì, vieni domani alle 18.<br>Ciao!</div><div class="gmail_quote">Il giorno… ha scritto:<blockquote>${HTML_QUOTE}</blockquote></div>`,
      ),
    ),
    words: 'Sì, vieni domani alle 18.\nCiao!',
  },
  {
    name: 'Gmail on a phone, as HTML only',
    content: html(
      `<div dir="auto">La tengo io fino a sabato.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Il lun 16 nov 2026, 10:12 Piazza &lt;<a href="mailto:x">${FROM}</a>&gt; ha scritto:<br></div><blockquote class="gmail_quote">${HTML_QUOTE}</blockquote></div>`,
    ),
    words: 'La tengo io fino a sabato.',
  },
  {
    name: 'Apple Mail on a phone, with its signature',
    content: part(
      `Va bene per giovedì?\n\nInviato da iPhone\n\n> Il giorno 16 nov 2026, alle ore 10:12, Piazza <${FROM}> ha scritto:\n> \n${MARKED}\n`,
      { encoding: 'quoted-printable' },
    ),
    words: 'Va bene per giovedì?',
  },
  {
    name: 'Apple Mail on a computer, as HTML only',
    content: html(
      `Meglio venerdì.<div><br><blockquote type="cite"><div>Il giorno 16 nov 2026, alle ore 10:12, Piazza ha scritto:</div><div>${HTML_QUOTE}</div></blockquote></div>`,
    ),
    words: 'Meglio venerdì.',
  },
  {
    name: 'Outlook on Windows, as HTML only',
    content: html(
      `<div class="WordSection1"><p class="MsoNormal">Buongiorno,<o:p></o:p></p><p class="MsoNormal">la ritiro io.<o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Da:</b> Piazza &lt;x&gt;<br><b>Inviato:</b> lunedì 16 novembre 2026 10:12<br><b>A:</b> Anna<br><b>Oggetto:</b> Bruno ti ha scritto</p></div><p>${HTML_QUOTE}</p></div>`,
    ),
    words: 'Buongiorno,\n\nla ritiro io.',
  },
  {
    name: 'Outlook on a phone',
    content: part(
      `Ok, a dopo\n\nScarica Outlook per iOS<https://aka.ms/o0ukef>\n________________________________\nDa: ${SENDER}\nInviato: lunedì 16 novembre 2026 10:12:00\nA: Anna Verdi <anna@posta.example>\nOggetto: Bruno ti ha scritto\n\n${QUOTED}\n`,
    ),
    words: 'Ok, a dopo',
  },
  {
    name: 'an old Outlook',
    content: part(
      `Costa troppo per me, grazie lo stesso.\n\n-----Messaggio originale-----\nDa: ${SENDER}\nInviato: lunedì 16 novembre 2026 10:12\nA: Anna\nOggetto: Bruno ti ha scritto\n\n${QUOTED}\n`,
      { charset: 'latin1', encoding: 'quoted-printable' },
    ),
    words: 'Costa troppo per me, grazie lo stesso.',
  },
  {
    name: 'Thunderbird, the answer below the quote',
    content: part(`Il 16/11/26 10:12, Piazza ha scritto:\n${MARKED}\n\nCerto, è in cantina. Passa quando vuoi.\n`),
    words: 'Certo, è in cantina. Passa quando vuoi.',
  },
  {
    name: 'Thunderbird, answers between the quoted lines',
    content: part(
      `Il 16/11/26 10:12, Piazza ha scritto:\n> È ancora libera?\nSì.\n> Ha il cestino?\nNo, ma il portapacchi sì.\n\n-- \nAnna Verdi\nVia dei Salici 3\n`,
    ),
    words: 'Sì.\n\nNo, ma il portapacchi sì.',
  },
  {
    name: 'Yahoo, without marks',
    content: part(
      `Ne parliamo domani\n\n    Il lunedì 16 novembre 2026 alle ore 10:12:33 CET, Piazza <${FROM}> ha scritto:  \n \n ${QUOTED.replaceAll('\n', '\n ')}\n  `,
      { encoding: 'base64' },
    ),
    words: 'Ne parliamo domani',
  },
  {
    name: 'Mail for Windows',
    content: part(
      `Prendo anche il lucchetto.\n\nInviato da Posta per Windows\n\nDa: Piazza\nInviato: lunedì 16 novembre 2026 10:12\nA: Anna\nOggetto: Bruno ti ha scritto\n\n${QUOTED}\n`,
    ),
    words: 'Prendo anche il lucchetto.',
  },
  {
    name: 'Proton Mail',
    content: part(
      `Mi va bene a 12 VAL.\n\nInviato con l'email sicura Proton Mail.\n\nlunedì 16 novembre 2026 10:12, Piazza <${FROM}> ha scritto:\n\n${MARKED}\n`,
    ),
    words: 'Mi va bene a 12 VAL.',
  },
  {
    name: 'Gmail in English, base64',
    content: part(
      `Thanks, I will be there.\n\nOn Mon, Nov 16, 2026 at 10:12 AM Piazza <${FROM}> wrote:\n\n${MARKED}\n`,
      { encoding: 'base64' },
    ),
    words: 'Thanks, I will be there.',
  },
  {
    name: 'Thunderbird in German',
    content: part(`Gern, bis Samstag!\n\nAm 16.11.26 um 10:12 schrieb Piazza:\n${MARKED}\n`),
    words: 'Gern, bis Samstag!',
  },
  {
    name: 'Apple Mail in French',
    content: part(
      `D’accord pour demain.\n\nEnvoyé de mon iPhone\n\n> Le 16 nov. 2026 à 10:12, Piazza <${FROM}> a écrit :\n> \n${MARKED}\n`,
      { encoding: 'quoted-printable' },
    ),
    words: 'D’accord pour demain.',
  },
  {
    name: 'Gmail in Spanish',
    content: part(`Perfecto, gracias.\n\nEl lun, 16 nov 2026 a las 10:12, Piazza (<${FROM}>) escribió:\n\n${MARKED}\n`),
    words: 'Perfecto, gracias.',
  },
  {
    name: 'Outlook with winmail.dat',
    content: many(
      'mixed',
      part(`La bici è verde.\n\n-----Messaggio originale-----\nDa: Piazza\n`),
      file('application/ms-tnef', 'winmail.dat'),
    ),
    words: 'La bici è verde.',
  },
  {
    name: 'an office, in ISO 8859-1, with signature and legal notice',
    content: part(
      `Perché no? Ci vediamo lì.\n\n--\nDott.ssa Anna Verdi\nUfficio Qualità\n\nAVVISO DI RISERVATEZZA: questo messaggio è riservato ai destinatari.\n\nIl 16/11/2026 10:12, Piazza ha scritto:\n${MARKED.replaceAll(/[«»]/g, '"')}\n`,
      { charset: 'latin1', encoding: 'quoted-printable' },
    ),
    words: 'Perché no? Ci vediamo lì.',
  },
  {
    name: 'Roundcube, with an advertisement of the virus scanner',
    content: part(
      `Il 2026-11-16 10:12 Piazza ha scritto:\n${MARKED}\n\nSì, con il casco.\n\nMail priva di virus. www.antivirus.example\n`,
    ),
    words: 'Sì, con il casco.',
  },
  {
    name: 'a Samsung phone, as HTML only',
    content: html(
      `<div dir="auto">Arrivo tra dieci minuti</div><div dir="auto"><br></div><div id="composer_signature">Inviato dal mio dispositivo Galaxy</div><div><br></div><div>-------- Messaggio originale --------</div><div>Da: Piazza &lt;x&gt; </div><div>Data: 16/11/26  10:12  (GMT+01:00) </div><div>${HTML_QUOTE}</div>`,
    ),
    words: 'Arrivo tra dieci minuti',
  },
  {
    name: 'a phone with a photo before the text',
    content: many(
      'mixed',
      file('image/jpeg', 'IMG_0042.jpg', 'inline'),
      part(`Ecco la foto, ti piace?\n\nInviato da iPhone\n`),
      file('image/jpeg', 'IMG_0043.jpg'),
    ),
    words: 'Ecco la foto, ti piace?',
  },
  {
    name: 'Libero, as HTML with its own quote',
    content: html(
      `<p>Affare fatto!</p><p>Da: x e così via non conta.</p><blockquote>Il 16 novembre 2026 alle 10.12 Piazza &lt;x@y&gt; ha scritto:<br>${HTML_QUOTE}</blockquote>`,
    ),
    words: 'Affare fatto!\n\nDa: x e così via non conta.',
  },
  {
    name: 'only the quote',
    content: part(`Il 16/11/26 10:12, Piazza ha scritto:\n${MARKED}\n`),
    words: '',
  },
  {
    name: 'sentences that resemble marks',
    content: part(`Il prezzo è quello che ha scritto:\n12 VAL.\nDa: casa mia\nA: casa tua\n`),
    words: 'Il prezzo è quello che ha scritto:\n12 VAL.\nDa: casa mia\nA: casa tua',
  },
  {
    name: 'a parcel, whose sender and way are told as a program would',
    content: part(`Ciao,\nSpedito con BRT ieri\nIl codice è 123\n\nInviato da iPhone\n`),
    words: 'Ciao,\nSpedito con BRT ieri\nIl codice è 123',
  },
  {
    name: 'a phone in the middle of the words',
    content: part(`Inviato con la posta di Android di mia zia\nSpero che arrivi.\n`),
    words: 'Inviato con la posta di Android di mia zia\nSpero che arrivi.',
  },
  {
    name: 'a journey, told as a header would',
    content: part(`Da: Torino\nA: Ivrea\nData: sabato\nUn posto è libero.\n`),
    words: 'Da: Torino\nA: Ivrea\nData: sabato\nUn posto è libero.',
  },
  {
    name: 'Proton Mail, without marks',
    content: part(`Va bene.\n\nlunedì 16 novembre 2026 10:12, ${SENDER} ha scritto:\n\n${QUOTED}\n`),
    words: 'Va bene.',
  },
]
