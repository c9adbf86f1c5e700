import { type DelegableMatter, delegableMatters } from '@mi-portal/contract/record-matters'

const matterLabels: Readonly<Record<DelegableMatter, string>> = {
  appointments: 'horas médicas',
  exams: 'exámenes',
  requests: 'solicitudes',
}

export function describeMatters(matters: readonly DelegableMatter[], mayBook: boolean): string {
  const names = delegableMatters
    .filter((matter) => matters.includes(matter))
    .map((matter) =>
      matter === 'appointments' && mayBook
        ? 'horas médicas (verlas, reservarlas y cambiarlas)'
        : matterLabels[matter],
    )
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
}

/** What happened to an access. `left`: the delegate ended it. */
export type DelegationEvent = 'accepted' | 'renewed' | 'ended' | 'left' | 'expired' | 'ending'

export function describeEvent(
  event: DelegationEvent,
  {
    isGrantor,
    grantor,
    delegate,
    date,
  }: { isGrantor: boolean; grantor: string; delegate: string; date: string },
): string {
  const texts: Record<DelegationEvent, readonly [forGrantor: string, forDelegate: string]> = {
    accepted: [
      `${delegate} aceptó el acceso que le diste: podrá usarlo hasta el ${date}`,
      `Aceptaste el acceso que te dio ${grantor}: puedes usarlo hasta el ${date}`,
    ],
    renewed: [
      `Renovaste el acceso de ${delegate} hasta el ${date}`,
      `${grantor} renovó el acceso que te dio hasta el ${date}`,
    ],
    ended: [
      `Terminaste el acceso de ${delegate} a tus datos`,
      `${grantor} terminó el acceso que te había dado`,
    ],
    left: [`${delegate} dejó el acceso que le habías dado`, `Dejaste el acceso que te había dado ${grantor}`],
    expired: [
      `Terminó el plazo del acceso de ${delegate} a tus datos`,
      `Terminó el plazo del acceso que te dio ${grantor}`,
    ],
    ending: [
      `El acceso de ${delegate} a tus datos termina el ${date}. Puedes renovarlo`,
      `El acceso que te dio ${grantor} termina el ${date}. Solo esa persona puede renovarlo`,
    ],
  }
  return texts[event][isGrantor ? 0 : 1]
}
