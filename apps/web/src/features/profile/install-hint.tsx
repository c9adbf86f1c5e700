/** A hint in the profile that the portal can be installed as an app. Once dismissed, this device never shows it again. */
import { IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { hasChosen, storeChoice } from '../../lib/offline/device-database.ts'
import { isInstalled, useInstallPrompt } from '../../lib/offline/install-prompt.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const dismissed = 'install-hint-dismissed'

export function InstallHint() {
  const install = useInstallPrompt()
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    // Without its database the device could not remember that the hint was dismissed.
    if (isInstalled() || !('indexedDB' in window)) return
    hasChosen(dismissed).then(
      (is) => setShown(!is),
      () => undefined,
    )
  }, [])

  if (!isShown) return null
  const isApple = /iPhone|iPad/.test(navigator.userAgent)
  return (
    <Notice
      kind="info"
      icon={IconDeviceMobile}
      title="Instala el portal en tu teléfono"
      actions={
        <>
          {install && (
            <Button size="sm" onClick={install}>
              Instalar
            </Button>
          )}
          <Button
            size="sm"
            variant="subtle"
            onClick={() => {
              setShown(false)
              void storeChoice(dismissed).catch(() => undefined)
            }}
          >
            No mostrar más
          </Button>
        </>
      }
    >
      Lo abres desde la pantalla de inicio. Mientras tu sesión está abierta, ves tus próximas horas y los
      resultados que abriste aunque no tengas conexión.{' '}
      {isApple && 'En tu iPhone: toca Compartir y después «Agregar a inicio».'}
      {!isApple &&
        !install &&
        'En el menú de tu navegador, elige «Instalar» o «Agregar a la pantalla de inicio».'}
    </Notice>
  )
}
