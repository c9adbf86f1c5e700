import { IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './chat-panel.module.css'

interface MessageFieldProps {
  /** Whether the service is being asked: what is typed meanwhile stays in the field. */
  waits: boolean
  onSend(text: string): void
}

/** For who would rather write than choose. */
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
