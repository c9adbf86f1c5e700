import { useMatches } from '@tanstack/react-router'
import { UnderConstruction } from '../ui/under-construction.tsx'
import { paths } from './paths.ts'

/** A page whose screen comes with a later version: its name, what is going on, and a way back. */
export function UnderConstructionPage() {
  const { pathname, staticData } = useMatches({ select: (matches) => matches[matches.length - 1] }) ?? {}
  const area = pathname?.split('/')[1]
  const start = area === 'dashboard' ? paths.dashboard : paths.home
  const back = area === 'admin' ? paths.adminUsers : start
  const isStart = pathname === paths.dashboard || pathname === paths.adminUsers
  return <UnderConstruction title={staticData?.title ?? ''} backTo={isStart ? undefined : back} />
}
