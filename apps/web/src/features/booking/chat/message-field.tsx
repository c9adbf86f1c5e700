import { IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'

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
      className="flex flex-none gap-2 border-t border-line bg-card p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (waits || text.trim() === '') return
        onSend(text)
        setText('')
      }}
    >
      <input
        type="text"
        className="min-h-12 min-w-0 flex-1 rounded-md border border-control bg-card px-4 text-strong placeholder:text-muted placeholder:opacity-100"
        aria-label="Escribe tu mensaje"
        placeholder="Escribe tu mensaje"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="submit"
        className="grid size-12 flex-none cursor-pointer place-items-center rounded-md border-0 bg-action text-on-action"
        aria-label="Enviar"
        aria-disabled={waits || undefined}
      >
        <IconSend2 size={22} stroke={1.75} aria-hidden />
      </button>
    </form>
  )
}
