/** Errors of the library. */

/**
 * An error of the library. `message` describes the error. `status` is an `IMM_ERR_*` of `imm.h`, or
 * 0 for an error without a status.
 */
export class ImmError extends Error {
  override readonly name = "ImmError";
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
