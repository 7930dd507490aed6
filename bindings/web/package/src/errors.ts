/** Errors of the library. */

/** An error of the library. `message` describes the error; `status` is the `IMM_ERR_*` of `imm.h`. */
export class ImmError extends Error {
  override readonly name = "ImmError";
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
