import type { FastifyInstance } from 'fastify'
import type { Module } from './module.ts'

/** Collects the routes, jobs, queues and mail samples of modules, in the order in which the modules are added. */
export function createModuleList() {
  const modules: Module[] = []
  return {
    /** Adds a module to the server. Returns the module for its services. */
    add: <M extends Module>(module: M): M => {
      modules.push(module)
      return module
    },
    routes: (app: FastifyInstance): void => {
      for (const { routes } of modules) routes?.(app)
    },
    queues: () => modules.flatMap(({ queues = [] }) => queues),
    jobs: () => modules.flatMap(({ jobs = [] }) => jobs),
    mailSamples: () => modules.flatMap(({ mailSamples = [] }) => mailSamples),
  }
}
