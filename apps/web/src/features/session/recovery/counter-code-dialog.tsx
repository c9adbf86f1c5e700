/** Lets staff whose only second factor is a lost passkey remove it with a code of the clinic, and sign in again. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { closeSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useResetInSession } from './counter-code.queries.ts'
import { CounterCodeForm } from './counter-code-form.tsx'

export function LostPasskey() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="subtle" onClick={() => setOpened(true)}>
        Perdí mi huella o PIN
      </Button>
      {opened && <CounterCodeDialog onClose={() => setOpened(false)} />}
    </>
  )
}

function CounterCodeDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const reset = useResetInSession()
  return (
    <Dialog
      opened
      size={490}
      title="Quitar una huella o un PIN que perdiste"
      onClose={reset.isPending ? undefined : onClose}
    >
      <p>
        Pide un código a otra persona del equipo, que revisará tu documento de identidad. Se quitará tu
        entrada con huella o PIN y se cerrará tu sesión. Luego entra con tu contraseña y configura un código
        extra.
      </p>
      <CounterCodeForm
        save={reset}
        onSent={async () => {
          await navigate({ to: '/admin' })
          closeSession()
        }}
      >
        <Button variant="default" fullWidth disabled={reset.isPending} onClick={onClose}>
          Volver
        </Button>
      </CounterCodeForm>
    </Dialog>
  )
}
