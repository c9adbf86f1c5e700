import { IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './chat-panel.module.css'

interface MessageFieldProps {
  /** Whether a request is in progress: text typed meanwhile stays in the field. */
  waits: boolean
  onSend(text: string): void
}

/** Text field for people who prefer to write instead of choosing a reply. */
export function MessageField({ waits, onSend }: MessageFieldProps) {
  const [text, setText] = useState('')
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault()
        if (waits || text.trim() === '') return
        onSend(text)
        setText('')
      }}
    >
      <input
        type="text"
        aria-label="Escribe tu mensaje"
        placeholder="Escribe tu mensaje"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" aria-label="Enviar" aria-disabled={waits || undefined}>
        <IconSend2 size={22} stroke={1.75} aria-hidden />
      </button>
    </form>
  )
}
