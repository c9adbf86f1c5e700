import { runMaxLength, typeRun } from '@mi-portal/contract/values/run'
import { type ChangeEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

export const runHint = 'Sin puntos, con guion y dígito verificador.'

interface RunFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'ref'> {
  /** As shown: `12345678-5`. */
  value: string
  onChange(value: string): void
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for a run, formatted as `12345678-5` while the user types: dots and blanks of a pasted run are removed,
 * `k` becomes `K`, at most 10 characters.
 */
export function RunField({ value, onChange, ref, ...rest }: RunFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value
    const position = event.currentTarget.selectionStart ?? typed.length
    // Counted from the right: the dash moves, but the characters after the caret do not change.
    caret.current = position === typed.length ? null : countSignificant(typed.slice(position))
    onChange(typeRun(typed))
  }

  useLayoutEffect(() => {
    const input = field.current
    if (!input || caret.current === null || document.activeElement !== input) return
    let position = input.value.length
    for (let behind = caret.current; behind > 0 && position > 0; position--)
      if (countSignificant(input.value[position - 1] ?? '')) behind--
    input.setSelectionRange(position, position)
    caret.current = null
  })

  return (
    <TextField
      ref={field}
      inputMode="text"
      autoComplete="username"
      autoCapitalize="characters"
      spellCheck={false}
      // Room for a pasted run with its dots; the value never exceeds the length of a run.
      maxLength={runMaxLength * 2}
      {...rest}
      value={value}
      onChange={change}
    />
  )
}

function countSignificant(text: string): number {
  return text.replace(/[^\dkK]/g, '').length
}
