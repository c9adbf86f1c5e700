/**
 * The search for a patient on every page of staff. «/» puts the focus here, and Enter opens the page of the chosen person. If nobody is
 * found, the record of the caller is created.
 */
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { isPlainKey } from '../../lib/browser/plain-key.ts'
import { CallerDialog } from './booking/caller-dialog.tsx'
import { PersonPicker } from './person-picker.tsx'

export function PatientSearch() {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [caller, setCaller] = useState<string | null>(null)
  useLayoutEffect(() => {
    function focusSearch(event: KeyboardEvent) {
      if (event.key !== '/' || !isPlainKey(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])
  return (
    <>
      <PersonPicker
        label="Buscar paciente"
        inputRef={input}
        onChoose={({ id, rol }) => {
          // The page may be open already, and its keys do not act in a field.
          input.current?.blur()
          const params = { id: String(id) }
          void navigate(
            rol === 'STANDART_ROLE'
              ? { to: '/admin/pacientes/$id', params }
              : { to: '/admin/usuarios/editar/$id', params },
          )
        }}
        onCreate={setCaller}
      />
      {caller !== null && <CallerDialog searchText={caller} onClose={() => setCaller(null)} />}
    </>
  )
}
